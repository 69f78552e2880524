const lookEveryMs = 250

/**
 * Ends this process in order, by SIGTERM, when `npm run` has gone. npm hands the signal to a shell that it puts between,
 * and that shell dies of it without telling us; we would go on running and hold the port.
 */
export function endWithLauncher(): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return
  const launcher = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs).unref()
}
