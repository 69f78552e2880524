import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './ui.module.css'

interface RowLinkProps {
  href: string
  title?: string
  tabIndex?: number
  /** Where it does not lead to its address as it is. */
  onClick?: (event: React.MouseEvent) => void
  children: ReactNode
}

/** The link of a row, which is pressed anywhere in the row. The row must be positioned, and its other controls above. */
export function RowLink(props: RowLinkProps) {
  return <Link className={styles['rowLink'] ?? ''} {...props} />
}
