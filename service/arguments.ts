import { settingNames } from './settings/names.ts'
import { notQuoted } from './settings/variables.ts'
import { WrongSetting } from './settings/wrongSetting.ts'
import { version } from './version.ts'

/** What the service prints instead of serving; `null` when it was given no arguments. */
export function answerTo(args: string[]): string | null {
  const [first] = args
  if (first === undefined) return null
  if (args.length === 1 && first === '--version') return version
  if (args.length === 1 && (first === '--help' || first === '-h')) return help()
  throw new WrongSetting(
    `The service takes no argument but --help or --version${notQuoted(args.join(' '))}: ` +
      'what it does is set by environment variables, such as PORT=8080.',
  )
}

function help(): string {
  const width = Math.max(...Object.keys(settingNames).map(({ length }) => length)) + 3
  return [
    `Linkwright service ${version}: the API by which applications make links, and the host on which people open them.`,
    '',
    'Usage: npm run service',
    '',
    'Every setting is an environment variable; in brackets, what holds when it is not set:',
    '',
    ...Object.entries(settingNames).map(([name, about]) => `  ${name.padEnd(width)}${about}`),
    '',
    'NAME_FILE may name a file with the value of NAME instead. SIGTERM ends the service in order.',
    'Projects and keys: npm run -s service:admin -- help. Everything else: docs/operating.md.',
  ].join('\n')
}
