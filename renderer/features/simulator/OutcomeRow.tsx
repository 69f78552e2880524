import { MessageCircle, Monitor, Smartphone } from 'lucide-react'
import { ReportChannel } from '../channels/ReportChannel.tsx'
import { outcomeVerb } from './visits.ts'
import type { SimulatedVisit } from './visits.ts'
import styles from './simulator.module.css'

const icons = { phone: Smartphone, desktop: Monitor, chat: MessageCircle }

/** Shows one kind of visit: the visitor, the outcome, and the reason. */
export function OutcomeRow({ visit: { who, device, outcome, verb } }: { visit: SimulatedVisit }) {
  const Icon = icons[device]
  const arrives = outcome.kind === 'redirect' || outcome.kind === 'preview'
  return (
    <li className={styles['outcome']} data-kind={outcome.kind}>
      <Icon size={16} aria-hidden />
      <div>
        <span className={styles['who']}>{who}</span>
        <span className={styles['what']}>
          {verb ?? outcomeVerb(outcome)} {outcome.target !== null && <code>{outcome.target}</code>}
        </span>
        {arrives && outcome.target !== null && <ReportChannel address={outcome.target} />}
        <span className={styles['why']}>{outcome.because.join(' ')}</span>
      </div>
    </li>
  )
}
