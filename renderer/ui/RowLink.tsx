import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './ui.module.css'

interface RowLinkProps {
  href: string
  title?: string
  tabIndex?: number
  /** Click handler, if the link does not simply open its address. */
  onClick?: (event: React.MouseEvent) => void
  children: ReactNode
}

/** Makes the whole row clickable. The row must be positioned, and its other controls stacked above. */
export function RowLink(props: RowLinkProps) {
  return <Link className={styles['rowLink'] ?? ''} {...props} />
}
