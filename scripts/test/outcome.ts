/** Result of one step. A check counts as one test; a suite counts each test. */
export interface Outcome {
  name: string
  passed: number
  failed: number
  skipped: number
  seconds: number
  /** What was skipped and why, and failures that aren't single tests. */
  notes: string[]
}

/** Runs a step that passes or fails as a whole. */
export async function runStep(name: string, passes: () => Promise<boolean>): Promise<Outcome> {
  const startedAt = performance.now()
  const [passed, failed] = (await passes()) ? [1, 0] : [0, 1]
  return { name, passed, failed, skipped: 0, seconds: (performance.now() - startedAt) / 1_000, notes: [] }
}

/** Whether nothing failed. */
export function allPassed(outcomes: Outcome[]): boolean {
  return outcomes.every(({ failed }) => failed === 0)
}

/** Returns a table of the steps, what was skipped and why, and the totals on the last line. */
export function formatSummary(outcomes: Outcome[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const rows = outcomes.map((outcome) => formatRow(outcome, width))
  const notes = outcomes.flatMap(({ name, notes }) => notes.map((note) => `  ${name}: ${note}`))
  const sums = `tests: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
  return ['', ...rows, ...(notes.length > 0 ? ['', ...notes] : []), '', sums].join('\n')
}

function formatRow({ name, passed, failed, skipped, seconds }: Outcome, width: number): string {
  const symbol = failed > 0 ? '✗' : passed > 0 ? '✓' : '–'
  const counts =
    `${passed} passed`.padStart(12) + `${failed} failed`.padStart(12) + `${skipped} skipped`.padStart(13)
  return `  ${symbol} ${name.padEnd(width)}${counts}${`${seconds.toFixed(1)} s`.padStart(10)}`
}
