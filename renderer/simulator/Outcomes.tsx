import { MessageCircle, Monitor, Smartphone } from 'lucide-react'
import type { RedirectRules, Visit } from '../../contract/redirect/engine.ts'
import { simulate, verbOf } from './visits.ts'
import type { SimulatedVisit } from './visits.ts'
import styles from './simulator.module.css'

const icons = { phone: Smartphone, desktop: Monitor, chat: MessageCircle }

/** What a link does for each kind of visitor, and why. */
export function Outcomes({ rules, defaults }: { rules: RedirectRules; defaults: Visit['defaults'] }) {
  return (
    <ul className={styles['outcomes']}>
      {simulate(rules, defaults).map((visit) => (
        <Row key={visit.who} visit={visit} />
      ))}
    </ul>
  )
}

function Row({ visit: { who, device, outcome } }: { visit: SimulatedVisit }) {
  const Icon = icons[device]
  return (
    <li className={styles['outcome']} data-kind={outcome.kind}>
      <Icon size={16} aria-hidden />
      <div>
        <span className={styles['who']}>{who}</span>
        <span className={styles['what']}>
          {verbOf(outcome)} {outcome.target !== null && <code>{outcome.target}</code>}
        </span>
        <span className={styles['why']}>{outcome.because.join(' ')}</span>
      </div>
    </li>
  )
}
