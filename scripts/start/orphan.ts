/** How often the parent is looked for, in milliseconds. */
const pollIntervalMs = 500

/**
 * Ends this process like SIGTERM does when npm is gone. npm passes a SIGTERM on to the shell between the two of them, which
 * ends without a word; so without this the app would go on with nobody knowing.
 */
export function endWithNpm(env: NodeJS.ProcessEnv): void {
  if (env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, pollIntervalMs)
  watch.unref()
}
