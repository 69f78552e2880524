const defaultChoices = [0, 1, 7, 30, 90, 365]

/** Returns the retention choices, always including the current value. */
export function retentionChoices(days: number): { value: string; label: string }[] {
  return [...new Set([...defaultChoices, days])]
    .sort((a, b) => a - b)
    .map((count) => ({ value: String(count), label: retentionLabel(count) }))
}

function retentionLabel(days: number): string {
  if (days === 0) return 'Not at all'
  if (days === 365) return 'For a year'
  return days === 1 ? 'For a day' : `For ${days} days`
}
