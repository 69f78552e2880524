/** A single figure, or why it was not measured. */
export type Finding =
  { name: string; found: string; wanted: string; met: boolean } | { name: string; skipped: string }

export function formatFinding(finding: Finding): string {
  if ('skipped' in finding) return `${finding.name}: skipped, ${finding.skipped}`
  return `${finding.name}: ${finding.found} (${finding.wanted}${finding.met ? '' : ', MISSED'})`
}
