import { mapTemplate } from './builtName.ts'
import type { FieldRule } from './trackingRules.ts'
import { createSpelling } from './transform.ts'

/**
 * Returns a rule whose template, parts and pattern are spelled as it spells values. Otherwise `{year}_{market}` would refuse
 * every name if words have a hyphen between them, and a market `DE` if names are in lower case.
 */
export function spelledRule(rule: FieldRule): FieldRule {
  const spell = createSpelling(rule)
  // A separator at the end of a piece belongs to the name around it.
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
