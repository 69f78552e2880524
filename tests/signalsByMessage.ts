/** Loaded before a child's own code where the system has no signals: takes them as messages and raises them. */
process.on('message', (signal: NodeJS.Signals) => {
  if (!process.emit(signal, signal)) process.kill(process.pid, 'SIGKILL')
})
// The way to its parent is nothing that the child should stay for.
process.channel?.unref()
