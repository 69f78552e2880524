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
    `The only arguments of the service are --help and --version${quoteWrongValue(args.join(' '))}. ` +
      'Configure it with environment variables, such as PORT=8080.',
  )
}

function helpText(): string {
  const width = Math.max(...Object.keys(settingNames).map(({ length }) => length)) + 3
  return [
    `Linkwright service ${version}: the API with which applications create links, and the host that opens them.`,
    '',
    'Usage: npm run service',
    '',
    'Every setting is an environment variable; the default is in parentheses:',
    '',
    ...Object.entries(settingNames).map(([name, description]) => `  ${name.padEnd(width)}${description}`),
    '',
    'Instead of NAME, you can set NAME_FILE to a file with the value. SIGTERM stops the service.',
    'To manage projects and keys, see service/deploy/linkwright help. For everything else, see docs/operating.md.',
  ].join('\n')
}
