// ofttold for the DeepSeek Harness: the block in a session's first request and again when a
// compaction took it away, as a message whose source says that a plugin wrote it.
// Written by `ofttold install dsh`; `ofttold uninstall dsh` takes it out again.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'

export const name = 'ofttold'

const HEAD = '[oft-told '
const START_MS = 10_000
const PROMPT_MS = 2_000

// Ask ofttold; whatever goes wrong is silence, never an error in the person's session.
const ask = (command, event, payload) =>
  new Promise((done) => {
    let out = ''
    const words = [...command.slice(1), event, '--host', 'dsh']
    const child = spawn(command[0], words, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
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

const textOf = (message) => {
  const content = message.content ?? []
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')
}
const isOurs = (message) => message.source?.kind === 'plugin' && message.source.plugin === name
const isPlugins = (message) => message.source?.kind === 'plugin'
const wrap = (text) => ({
  role: 'user',
  id: randomUUID(),
  content: [{ type: 'text', text }],
  source: { kind: 'plugin', plugin: name },
})

// Whether the next request still carries the block: the session knows what it will send.
const carriesBlock = (session) =>
  session.deriveMessages().some((message) => isOurs(message) && textOf(message).includes(HEAD))

export function apply(ctx, config) {
  const sources = new WeakMap() // agent -> why its session started, until it was asked for
  const asked = new WeakSet() // sessions asked for in this process

  ctx.on('agent/session-start', ({ agent, source }) => {
    sources.set(agent, source)
  })

  // A turn ends: what the next request would hold is what the last one held and the answer to it.
  const proven = new WeakSet()
  ctx.on('agent/turn-stopping', async ({ agent }) => {
    const { session } = agent
    if (!proven.has(session) && carriesBlock(session)) {
      proven.add(session)
      await ask(config.cmd, 'session-end', { session_id: String(session.id), block_shown: true })
    }
  })

  ctx.on('agent/pre-step', async ({ agent, messages }, next) => {
    const down = await next()
    if (down.kind !== 'enter' || messages.every(isPlugins)) return down
    const { session } = agent
    const place = { session_id: String(session.id), cwd: session.header.cwd ?? '' }
    const there = carriesBlock(session)
    const texts = []
    if (!asked.has(session) || !there) {
      const begun = sources.get(agent) ?? 'startup'
      const lost = !there && (asked.has(session) || begun === 'resume')
      asked.add(session)
      texts.push(await ask(config.cmd, 'session-start', { ...place, source: lost ? 'compact' : begun }))
    }
    const prompt = messages.filter((message) => !isPlugins(message)).map(textOf).join('\n')
    texts.push(await ask(config.cmd, 'prompt', { ...place, prompt, block_shown: there }))
    return { kind: 'enter', messages: [...down.messages, ...texts.filter(Boolean).map(wrap)] }
  })
}
