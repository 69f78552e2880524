import { readdirSync, readFileSync } from 'node:fs'

/** In a second; Linux tells all processors' times in hundredths. */
const ticks = 100

/** Seconds of the processor that each thread of this process has used, by its name; nothing where the system does not tell. */
export function threadSeconds(): Record<string, number> {
  const seconds: Record<string, number> = {}
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? []
      // The fields behind the name begin with the third: user time is the 14th, system time the 15th.
      const [user, system] = rest.split(' ').slice(11, 13).map(Number)
      seconds[name] = (seconds[name] ?? 0) + ((user ?? 0) + (system ?? 0)) / ticks
    }
  } catch {
    // Another system.
  }
  return seconds
}
