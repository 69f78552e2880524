import { decideOutcome, type Outcome } from '../../../contract/service/redirect/engine.ts'
import { toRules, type FormValues } from '../../link/form.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

type Project = Pick<SavedProfile, 'defaults' | 'hasApp'>

/** Returns a sentence about what happens when a phone opens the link, according to the redirect engine. */
export function phoneSentence(form: FormValues, phone: 'ios' | 'android', project: Project): string {
  const rules = toRules(form)
  const { defaults, hasApp } = project
  const visit = (appInstalled: boolean) =>
    decideOutcome(rules, { visitor: { platform: phone, crawler: null }, appInstalled, defaults })
  const without = outcomePhrase(visit(false), rules[phone]?.url !== rules.desktop?.url)
  if (hasApp && visit(true).kind === 'app')
    return `Asks to open the app (not checked yet). Otherwise: ${without}.`
  return `${without.charAt(0).toUpperCase()}${without.slice(1)}${rules[phone] ? '' : withoutApp(project)}.`
}

function outcomePhrase({ kind, from }: Outcome, isOwn: boolean): string {
  if (kind === 'service_default') return 'goes wherever the service sends it'
  if (kind === 'landing') return 'sees a page with the title and subtitle'
  const address = from !== 'desktop' && isOwn ? 'its own address' : 'the address for everyone'
  return kind === 'preview' ? `sees the preview page, then goes to ${address}` : `goes to ${address}`
}

function withoutApp({ defaults, hasApp }: Project): string {
  if (!hasApp) return ''
  return defaults === 'ours' ? ', without opening the app' : ', which Linkwright can’t see'
}
