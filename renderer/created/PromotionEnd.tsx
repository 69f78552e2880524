import { Button } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import { useLocation } from 'wouter'
import { catalogue } from '../../contract/problemCatalogue.ts'
import type { LinkRecord } from '../../contract/record.ts'
import { Callout } from '../kit/Callout.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import { EnvironmentBadge } from '../kit/StateBadge.tsx'
import { Differences } from '../links/Differences.tsx'
import styles from './created.module.css'

/** Both links, and whether the new one is stored as it was asked for. */
export function PromotionDone({ from, made }: { from: LinkRecord; made: LinkRecord }) {
  const [, go] = useLocation()
  const link = made.link ?? ''
  return (
    <div className={styles['promote']}>
      <div className={styles['pair']} role="status">
        <EnvironmentBadge environment="production" />
        <strong>{link}</strong>
        <EnvironmentBadge environment="development" />
        <span>{from.link}</span>
      </div>
      <Differences differences={made.differences} />
      <div className={styles['actions']}>
        <CopyButton text={link} label="Copy production link" />
        <Button variant="default" onClick={() => go(`/created/${made.id}?from=${from.id}`)}>
          Show it
        </Button>
      </div>
    </div>
  )
}

/** It may have been made. What can be done is said with what it means. */
export function PromotionUnknown({ record, startAnew }: { record: LinkRecord; startAnew: () => void }) {
  const [, go] = useLocation()
  const { title, why } = catalogue.create_unknown
  return (
    <Callout
      tone="warn"
      icon={CircleHelp}
      title={title}
      role="alert"
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => go(`/links/${record.id}`)}>
            Look in Links
          </Button>
          <Button size="xs" color="amber" onClick={startAnew}>
            Compare and create again
          </Button>
        </>
      }
    >
      <p>{why}</p>
      <p>
        <strong>Look in Links</strong> shows everything that is known; nothing is sent.
      </p>
      <p>
        <strong>Compare and create again</strong> leads back to the comparison. If the first request did
        arrive, there are two links in production then.
      </p>
    </Callout>
  )
}
