import type { Defaults } from '../../../../contract/profile.ts'
import { decideOutcome } from '../../../../contract/redirect/engine.ts'
import type { Outcome } from '../../../../contract/redirect/engine.ts'
import { toRules } from '../../../link/form.ts'
import type { FormValues } from '../../../link/form.ts'

/** Describes what a phone does when it opens the link, using the shared redirect engine. */
export function phoneSentence(form: FormValues, phone: 'ios' | 'android', defaults: Defaults): string {
  const rules = toRules(form)
  const visit = (appInstalled: boolean) =>
    decideOutcome(rules, { visitor: { platform: phone, crawler: null }, appInstalled, defaults })
  const without = outcomePhrase(visit(false), rules[phone]?.url !== rules.desktop?.url)
  if (visit(true).kind === 'app')
    return `Opens the app, if it is installed and claims this domain (not checked). Otherwise: ${without}.`
  return `${without.charAt(0).toUpperCase()}${without.slice(1)}${rules[phone] ? '' : withoutApp(defaults)}.`
}

function outcomePhrase({ kind, from }: Outcome, isOwn: boolean): string {
  if (kind === 'service_default') return 'goes wherever the service sends it'
  if (kind === 'landing') return 'sees a page with the title and subtitle'
  const address = from !== 'desktop' && isOwn ? 'its own address' : 'the address for everyone'
  return kind === 'preview' ? `sees the preview page, then goes to ${address}` : `goes to ${address}`
}

function withoutApp(defaults: Defaults): string {
  return defaults === 'ours' ? ', without opening the app' : ', which Linkwright cannot see'
}
