import { Argument, Command, InvalidArgumentError, Option } from 'commander'

/** Options for all subjects. */
export interface Options {
  /** Fewer repeats, and for the service only the hot path. */
  quick?: boolean
  /** Includes what takes minutes: a million creates, a library of a million links. */
  full?: boolean
  /** Number of links in the service's large database. */
  links: number
}

/** Returns the parser of the command line, which exits after printing what is wrong. */
export function createParser(subjects: readonly string[]): Command {
  return new Command('npm run bench --')
    .addArgument(new Argument('<subject>', 'what to measure').choices(subjects))
    .option('--quick', 'fewer repeats; service: only create, lookup and redirect, in under a minute')
    .addOption(
      new Option(
        '--full',
        'service: also memory over a million requests; library: also 1,000,000 links',
      ).conflicts('quick'),
    )
    .option('--links <n>', 'service: links in the database; 10 million take 6 GB', readLinks, 10_000_000)
    .showHelpAfterError()
}

function readLinks(text: string): number {
  if (/^\d{4,}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number of at least 1000.')
}
