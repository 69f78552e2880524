/** Whether a link passes on the parameters of visitors, as its value in a choice. */
export const queryChoices = { project: null, on: true, off: false } as const
export type QueryChoice = keyof typeof queryChoices

export const queryChoiceTexts: Record<QueryChoice, string> = {
  project: 'As the project says',
  on: 'Passed on',
  off: 'Not passed on',
}
export const queryChoiceData = Object.entries(queryChoiceTexts).map(([value, label]) => ({ value, label }))

/** Returns the choice of a link's `pass_query`. */
export function toQueryChoice(value: boolean | null): QueryChoice {
  if (value === null) return 'project'
  return value ? 'on' : 'off'
}
