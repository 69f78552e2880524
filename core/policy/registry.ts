import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'

/**
 * Parses the output of `reg.exe query` for one key: indented lines with name, type and data, separated by
 * four spaces. Lists (REG_MULTI_SZ) are separated by `\0`; numbers (REG_DWORD) are hexadecimal.
 */
export function registryValues(output: string): Record<string, unknown> {
  const values: [string, unknown][] = []
  for (const line of output.split(/\r?\n/)) {
    if (!line.startsWith(gap)) continue
    const [name = '', type = '', ...data] = line.slice(gap.length).split(gap)
    // Skips the default value, whose name is localized.
    if (name.startsWith('(')) continue
    values.push([name, parseValue(name, type.trim(), data.join(gap))])
  }
  return Object.fromEntries(values)
}

const gap = '    '

function parseValue(name: string, type: string, data: string): unknown {
  if (type === 'REG_DWORD') return Number(data.trim())
  const lines = data.split(String.raw`\0`).filter((line) => line.trim() !== '')
  if (name === 'profiles') return tryParseJson(lines.join('\n')) ?? lines.join('\n')
  if (name === 'allowedServices') return lines.flatMap((line) => line.split(',')).map((entry) => entry.trim())
  return lines.join('\n')
}
