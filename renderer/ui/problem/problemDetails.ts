import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'

/** Returns a problem as text for a support request. Problems never contain a key. */
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
