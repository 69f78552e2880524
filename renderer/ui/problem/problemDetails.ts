import { catalogue } from '../../../contract/problemCatalogue.ts'
import type { Problem } from '../../../contract/problem.ts'

/** A problem as lines for a support request. Problems never hold a key, so neither does this. */
export function problemDetails(problem: Problem): string {
  const { title } = catalogue[problem.code]
  const lines: [string, string | number | undefined][] = [
    ['Problem', `${title} (${problem.code})`],
    ['HTTP status', problem.status],
    ['The service said', problem.said],
    ['Detail', problem.detail],
    ['Request', problem.requestId],
    ...Object.entries(problem.fields ?? {}),
  ]
  return lines
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value ?? ''}`)
    .join('\n')
}
