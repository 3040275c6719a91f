// ofttold for opencode: the block in every request's system text, cards beside the prompt.
// Written by `ofttold install opencode`; `ofttold uninstall opencode` takes it out again.
// One file for both plugin interfaces: `server` is opencode 1, `setup` is opencode 2.
import { spawn } from 'node:child_process'

const COMMAND = "@COMMAND@"
const HEAD = '[oft-told '
const START_MS = 10_000
const PROMPT_MS = 2_000

// Ask ofttold; whatever goes wrong is silence, never an error in the person's session.
const ask = (event, payload) =>
  new Promise((done) => {
    let out = ''
    const words = [...COMMAND.slice(1), event, '--host', 'opencode']
    const child = spawn(COMMAND[0], words, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    const timer = setTimeout(() => child.kill(), event === 'prompt' ? PROMPT_MS : START_MS)
    const finish = () => {
      clearTimeout(timer)
      try {
        done(JSON.parse(out).text ?? '')
      } catch {
        done('')
      }
    }
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (part) => (out += part))
    child.stdin.on('error', () => {})
    child.on('error', () => done(''))
    child.on('close', finish)
    child.stdin.end(JSON.stringify(payload))
  })

const blocks = new Map() // session id -> promise of its block, asked for once a session
const created = new Set() // sessions begun in this process; any other one is resumed
const placed = new Set() // sessions whose requests carried the block

const blockOf = (id, cwd) => {
  if (!blocks.has(id)) {
    const source = created.has(id) ? 'startup' : 'resume'
    const block = ask('session-start', { session_id: id, source, cwd })
    blocks.set(id, block)
    block.then((text) => text || blocks.delete(id))
  }
  return blocks.get(id)
}

const cardsFor = (id, cwd, prompt) =>
  ask('prompt', { session_id: id, cwd, prompt, block_shown: placed.has(id) })

const proven = new Set() // sessions of which ofttold knows that the block went to the model
const noteEvent = async (type, id) => {
  if (!id) return
  if (type === 'session.idle' && placed.has(id) && !proven.has(id)) {
    proven.add(id)
    await ask('session-end', { session_id: id, block_shown: true })
  }
  if (type === 'session.created') created.add(id)
  if (type === 'session.deleted') for (const known of [blocks, created, placed, proven]) known.delete(id)
}

const server = async ({ directory }) => ({
  event: async ({ event }) =>
    noteEvent(event.type, event.properties?.info?.id ?? event.properties?.sessionID),
  'chat.message': async (input, output) => {
    const said = output.parts.filter((part) => part.type === 'text' && !part.synthetic)
    const text = await cardsFor(input.sessionID, directory, said.map((part) => part.text).join('\n'))
    if (!text) return
    const id = `prt_${Date.now().toString(16)}ofttold${Math.random().toString(36).slice(2, 10)}`
    const message = output.message.id
    output.parts.push({
      id,
      sessionID: input.sessionID,
      messageID: message,
      type: 'text',
      synthetic: true,
      text,
    })
  },
  'experimental.chat.system.transform': async (input, output) => {
    // No session: a job of opencode's own. The block joins the first system text, since some
    // backends take one system message only; a title needs no memory.
    const first = output.system[0] ?? ''
    if (!input.sessionID || first.includes(HEAD) || first.startsWith('You are a title generator')) return
    const block = await blockOf(input.sessionID, directory)
    if (!block) return
    output.system[0] = first ? `${first}\n\n${block}` : block
    placed.add(input.sessionID)
  },
})

const setup = async (ctx) => {
  if (!ctx.session?.hook) return
  const directory = ctx.location?.directory ?? ''
  const cards = new Map() // session id -> what the cards say to its last prompt
  await ctx.session.hook('prompt', async (event) => {
    cards.set(event.sessionID, await cardsFor(event.sessionID, directory, event.prompt?.text ?? ''))
  })
  await ctx.session.hook('context', async (event) => {
    const block = await blockOf(event.sessionID, directory)
    for (const text of [block, cards.get(event.sessionID)]) {
      if (text && !event.system.some((part) => part.text === text)) event.system.push({ type: 'text', text })
    }
    if (block) placed.add(event.sessionID)
  })
}

export default { id: 'ofttold', server, setup }
