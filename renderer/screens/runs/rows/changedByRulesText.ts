import { shorten } from '../../../ui/shorten.ts'

/** Returns the note for a cell that the rules changed: "Was “Black Friday”. Changed by the rules." */
export function changedByRulesText(before: string): string {
  return before === ''
    ? 'Was empty. Filled by the rules.'
    : `Was “${shorten(before, 80)}”. Changed by the rules.`
}
