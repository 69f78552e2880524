import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Kernel settings that prevent unprivileged user namespaces, each with the preventing value. */
const switches = [
  { file: 'sys/kernel/apparmor_restrict_unprivileged_userns', forbids: '1' },
  { file: 'sys/kernel/unprivileged_userns_clone', forbids: '0' },
  { file: 'sys/user/max_user_namespaces', forbids: '0' },
]

/**
 * Returns the setting that prevents Chromium's sandbox, as `name = value`, or `null`. Without user namespaces, Chromium exits with
 * SIGTRAP. Ubuntu (23.10 and later) allows them only for programs with an AppArmor profile.
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
