import { settingNames } from './settings/names.ts'
import { quoteWrongValue } from './settings/variables.ts'
import { InvalidSettingError } from './settings/settingErrors.ts'
import { version } from './version.ts'

/** Returns what the service prints instead of serving, or `null` without arguments. */
export function runArguments(args: string[]): string | null {
  const [first] = args
  if (first === undefined) return null
  if (args.length === 1 && first === '--version') return version
  if (args.length === 1 && (first === '--help' || first === '-h')) return helpText()
  throw new InvalidSettingError(
    `The service takes no argument but --help or --version${quoteWrongValue(args.join(' '))}: ` +
      'what it does is set by environment variables, such as PORT=8080.',
  )
}

function helpText(): string {
  const width = Math.max(...Object.keys(settingNames).map(({ length }) => length)) + 3
  return [
    `Linkwright service ${version}: the API by which applications create links, and the host on which people open them.`,
    '',
    'Usage: npm run service',
    '',
    'Every setting is an environment variable; the default is in parentheses:',
    '',
    ...Object.entries(settingNames).map(([name, about]) => `  ${name.padEnd(width)}${about}`),
    '',
    'Instead of NAME, you can set NAME_FILE to a file with the value. SIGTERM stops the service.',
    'For projects and keys, run service/deploy/linkwright help. For everything else, see docs/operating.md.',
  ].join('\n')
}
