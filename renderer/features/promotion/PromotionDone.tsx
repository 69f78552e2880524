import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import type { LinkRecord } from '../../../contract/record.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EnvironmentBadge } from '../../ui/StateBadge.tsx'
import { Differences } from '../record/Differences.tsx'
import styles from './promotion.module.css'

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
        <Button variant="default" onClick={() => go(`/created/${made.id}`)}>
          Show it
        </Button>
      </div>
    </div>
  )
}
