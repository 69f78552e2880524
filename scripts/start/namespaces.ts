import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kernel's switches that keep a program without privileges from making a user namespace, each with the value that does. */
const switches = [
  { file: 'sys/kernel/apparmor_restrict_unprivileged_userns', forbids: '1' },
  { file: 'sys/kernel/unprivileged_userns_clone', forbids: '0' },
  { file: 'sys/user/max_user_namespaces', forbids: '0' },
]

/**
 * Which setting of this system keeps Chromium from its sandbox, as `name = value`; `null` for none. Chromium makes its sandbox from
 * user namespaces and ends by SIGTRAP where it may not. Ubuntu forbids them since 23.10, but for programs with an AppArmor profile.
 */
export function findNamespaceRestriction(proc = '/proc'): string | null {
  for (const { file, forbids } of switches) {
    if (read(join(proc, file)) === forbids)
      return `${file.replace('sys/', '').replaceAll('/', '.')} = ${forbids}`
  }
  return null
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
