import { VisuallyHidden } from '@mantine/core'
import { Check, Copy, ExternalLink, QrCode, Star, TriangleAlert } from 'lucide-react'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import { useOpenTarget } from '../../../session/useOpenTarget.ts'
import { copyStateWords, useCopied } from '../../../ui/CopyButton.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { shorten } from '../../../ui/shorten.ts'
import styles from './list.module.css'

/** Actions on a row, implemented by the list. */
export interface RowHandlers {
  toggle: (index: number, range: boolean) => void
  star: (row: LibraryRow) => void
  qr: (row: LibraryRow) => void
  open: (id: string) => void
}

// Constant elements, so that they are not re-rendered.
const starIcon = <Star size={15} />
const codeIcon = <QrCode size={15} />
const openIcon = <ExternalLink size={15} />

interface RowActionsProps {
  row: LibraryRow
  title: string
  tabIndex: 0 | -1
  rowHandlers: RowHandlers
}

/** Shows the icons at the end of a row. Plain elements, because dozens are created per frame while scrolling. */
export function RowActions({ row, title, tabIndex, rowHandlers }: RowActionsProps) {
  const { link, starred } = row
  const opening = useOpenTarget(row.profileId)(link ?? '')
  const shared = { type: 'button', className: styles['action'], tabIndex } as const
  return (
    <>
      <button
        {...shared}
        data-star
        aria-pressed={starred}
        aria-label={`Star ${shorten(title, 80)}`}
        title={starred ? 'Remove star' : 'Star'}
        onClick={() => rowHandlers.star(row)}
      >
        {starIcon}
      </button>
      {link !== null && (
        <>
          <CopyLink link={link} tabIndex={tabIndex} />
          <span className={styles['wideOnly']}>
            <button
              {...shared}
              aria-label={`QR code of ${link}`}
              aria-haspopup="dialog"
              title="QR code"
              onClick={() => rowHandlers.qr(row)}
            >
              {codeIcon}
            </button>
            <a
              className={styles['action']}
              tabIndex={tabIndex}
              href={opening.href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Open ${link}`}
              title={`Open (counts as ${opening.countsAs})`}
            >
              {openIcon}
            </a>
          </span>
        </>
      )}
    </>
  )
}

const icons = {
  idle: <Copy size={15} />,
  copied: <Check size={15} />,
  failed: <TriangleAlert size={15} />,
}

function CopyLink({ link, tabIndex }: { link: string; tabIndex: 0 | -1 }) {
  const { state, copy } = useCopied()
  return (
    <button
      type="button"
      className={styles['action']}
      tabIndex={tabIndex}
      aria-label={`Copy ${link}`}
      title={copyStateWords[state] || 'Copy'}
      data-copied={state === 'copied' || undefined}
      onClick={() => copy(copyText(link))}
    >
      {icons[state]}
      {state !== 'idle' && <VisuallyHidden role="status">{copyStateWords[state]}</VisuallyHidden>}
    </button>
  )
}
