import { TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { decideOutcome } from '../../../contract/redirect/engine.ts'
import type { RedirectRules, Visit } from '../../../contract/redirect/engine.ts'
import { parseUserAgent } from '../../../contract/redirect/visitor.ts'
import { OutcomeRow } from './OutcomeRow.tsx'
import { visitorName } from './visits.ts'
import styles from './simulator.module.css'

/** Shows what a particular browser gets, by its user agent. */
export function UserAgentTrial({ rules, defaults }: { rules: RedirectRules; defaults: Visit['defaults'] }) {
  const [open, { toggle }] = useDisclosure(false)
  const [agent, setAgent] = useState('')
  const visitor = parseUserAgent(agent)
  return (
    <div className={styles['trial']}>
      <UnstyledButton className={styles['trialToggle']} aria-expanded={open} onClick={toggle}>
        <ChevronRight size={14} aria-hidden data-open={open || undefined} /> Test another browser or device
      </UnstyledButton>
      {open && (
        <>
          <TextInput
            aria-label="User agent"
            placeholder="Paste a browser’s user agent, for example from a log"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            value={agent}
            onChange={(event) => setAgent(event.currentTarget.value)}
          />
          {agent.trim() !== '' && (
            <ul className={styles['outcomes']} aria-label="What this browser gets">
              <OutcomeRow
                visit={{
                  who: `Treated as ${visitorName(visitor)}`,
                  device: visitor.crawler ? 'chat' : visitor.platform === 'desktop' ? 'desktop' : 'phone',
                  outcome: decideOutcome(rules, { visitor, appInstalled: false, defaults }),
                }}
              />
            </ul>
          )}
        </>
      )}
    </div>
  )
}
