import { mapTemplate } from '../../service/rules/builtName.ts'
import type { FieldRule } from '../../service/rules/trackingRules.ts'
import { createSpelling } from './transform.ts'

/**
 * Returns a rule whose template, parts and pattern are transformed like its values. Otherwise, `{year}_{market}` would
 * reject every name if the rule's separator is a hyphen, and a market `DE` would never match if the rule requires lower
 * case.
 */
export function spelledRule(rule: FieldRule): FieldRule {
  const spell = createSpelling(rule)
  // Keeps a separator at the end of a piece, where it separates the piece from the rest of the name.
  const spellPiece = (text: string) => (text === '' ? '' : spell(`x${text}x`).slice(1, -1))
  const { builtName, pattern } = rule
  return {
    ...rule,
    pattern: pattern.replace(/[^*?#]+/g, spellPiece),
    builtName: builtName && {
      template: mapTemplate(builtName.template, spellPiece),
      lists: Object.fromEntries(
        Object.entries(builtName.lists).map(([part, values]) => [part, values.map(spell)]),
      ),
    },
  }
}
