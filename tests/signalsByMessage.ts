/** Preloaded in a child if the system has no signals: receives them as messages and raises them. */
process.on('message', (signal: NodeJS.Signals) => {
  if (!process.emit(signal, signal)) process.kill(process.pid, 'SIGKILL')
})
// The IPC channel must not keep the child alive.
process.channel?.unref()
