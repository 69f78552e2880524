import { execFile } from 'node:child_process'

/**
 * Tells systemd that the service accepts requests, if it waits for that (`Type=notify`). Node can't send a datagram to
 * a Unix socket, so systemd's own program does; where there is none, nothing waits.
 */
export function notifyReady({ NOTIFY_SOCKET }: NodeJS.ProcessEnv): void {
  if (NOTIFY_SOCKET) execFile('systemd-notify', ['--ready'], () => undefined)
}
