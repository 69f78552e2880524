import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second; Linux reports CPU time in hundredths. */
const ticks = 100

/** Returns CPU seconds of each thread of this process by name; nothing if the system doesn't report it. */
export function threadSeconds(): Record<string, number> {
  const seconds: Record<string, number> = {}
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? []
      // Fields after the name start with the third: user time is the 14th, system time the 15th.
      const [user, system] = rest.split(' ').slice(11, 13).map(Number)
      seconds[name] = (seconds[name] ?? 0) + ((user ?? 0) + (system ?? 0)) / ticks
    }
  } catch {
    // Not Linux.
  }
  return seconds
}
