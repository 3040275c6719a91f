"""Pure text and values: nothing here touches the machine, the clock or the network."""
