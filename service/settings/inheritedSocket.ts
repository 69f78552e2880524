import { InvalidSettingError } from './settingErrors.ts'
import type { Variables } from './variables.ts'

/**
 * Returns whether systemd has passed the socket to listen on (`linkwright.socket`). It stays open while the service
 * restarts, so that connections wait instead of being refused. Throws if there are several.
 */
export function readInheritedSocket({ LISTEN_PID, LISTEN_FDS }: Variables): boolean {
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(process.pid)) return false
  if (LISTEN_FDS === '1') return true
  throw new InvalidSettingError(`systemd passes ${LISTEN_FDS} sockets, and the service listens on one.`)
}
