import { Text } from '@mantine/core'
import { MessageCircle, Monitor, Smartphone } from 'lucide-react'
import { Breakable } from '../../ui/Breakable.tsx'
import { useChannels } from '../channels/useChannels.ts'
import styles from './simulator.module.css'
import { outcomeVerb, type SimulatedVisit } from './visits.ts'

const icons = { phone: Smartphone, desktop: Monitor, chat: MessageCircle }

/** Shows one kind of visit: the visitor, the outcome, and the reason. */
export function OutcomeRow({ visit: { who, device, outcome, verb } }: { visit: SimulatedVisit }) {
  const Icon = icons[device]
  const arrives = outcome.kind === 'redirect' || outcome.kind === 'preview'
  return (
    <li className={styles['outcome']} data-kind={outcome.kind}>
      <Icon size={16} aria-hidden />
      <div>
        <Text span fz="sm" fw={550}>
          {who}
        </Text>
        <span className={styles['what']}>
          {verb ?? outcomeVerb(outcome)}{' '}
          {outcome.target !== null && (
            <code>
              <Breakable text={outcome.target} />
            </code>
          )}
        </span>
        {arrives && outcome.target !== null && <ReportChannel address={outcome.target} />}
        <Text className={styles['why']} span c="dimmed" fz="xs" textWrap="pretty">
          {outcome.because.join(' ')}
        </Text>
      </div>
    </li>
  )
}

/**
 * Shows the Google Analytics channel of visits that arrive at an address. Renders nothing if the address has no
 * tracking.
 */
function ReportChannel({ address }: { address: string }) {
  const channel = useChannels()?.channelAt(address)
  return channel ? (
    <Text span c="dimmed" fz="xs">
      In Google Analytics: {channel}
    </Text>
  ) : null
}
