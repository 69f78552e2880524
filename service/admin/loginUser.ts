import { readFileSync } from 'node:fs'

/** The kernel's value for a process without a login session, for example in a container or a timer. */
const noLogin = 4_294_967_295

/**
 * Returns the user who logged in, which Linux keeps across `sudo`, `su` and `runuser`; `null` if unknown or the same.
 */
export function loginUser(): string | null {
  try {
    const uid = Number(readFileSync('/proc/self/loginuid', 'utf8'))
    if (uid === noLogin || uid === process.getuid?.()) return null
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    const [name = ''] = users.find((line) => line.split(':')[2] === String(uid))?.split(':') ?? []
    return /^[\w.@\\-]{1,64}$/.test(name) ? name : `uid ${uid}`
  } catch {
    return null
  }
}
