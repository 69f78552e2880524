import { readFileSync, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { z } from 'zod'

const policy = z.strictObject({ updates: z.boolean() })

/** In bytes; a policy is one line. */
const longest = 64 * 1_024

/** Where an administrator says what holds for everybody on this computer; only administrators can write there. */
export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return win32.join(env['ProgramData'] || 'C:\\ProgramData', 'Linkwright', 'policy.json')
  if (platform === 'darwin') return '/Library/Application Support/Linkwright/policy.json'
  return posix.join('/etc', 'linkwright', 'policy.json')
}

/** Why the policy wants no updates; `null` where it lets them be. One that cannot be understood may have meant to forbid them. */
export function forbiddenBy(file: string): string | null {
  const damaged = `Updates are off because the policy in ${file} can’t be read. It must be JSON such as {"updates": false}.`
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found) return null
    if (found.size > longest) return damaged
    const { updates } = policy.parse(JSON.parse(readFileSync(file, 'utf8')))
    return updates ? null : 'Updates are turned off by your administrator.'
  } catch {
    return damaged
  }
}
