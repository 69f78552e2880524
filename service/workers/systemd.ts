import { execFile } from 'node:child_process'

/**
 * Notifies systemd of the service's state, if requested (`Type=notify`, or `notify-reload` since version 253). Node
 * can't send a datagram to a Unix socket, so systemd's own program does; without it, nothing waits.
 */
export function connectSystemd({ NOTIFY_SOCKET }: NodeJS.ProcessEnv) {
  let lastMessage = Promise.resolve()
  const send = (...message: string[]) => {
    if (!NOTIFY_SOCKET) return
    // Two programs at once could arrive in the wrong order.
    lastMessage = lastMessage.then(
      () => new Promise((resolve) => void execFile('systemd-notify', message, () => resolve())),
    )
  }
  return {
    /** The service accepts requests. Also sent after a reload, whether it succeeded or not. */
    ready: () => send('--ready'),
    /** SIGHUP has arrived. */
    reloading: () => {
      // Its `--reloading` is missing before version 253. Both clocks are CLOCK_MONOTONIC.
      const microseconds = process.hrtime.bigint() / 1_000n
      send('RELOADING=1', `MONOTONIC_USEC=${microseconds}`)
    },
  }
}
