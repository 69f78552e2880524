import { Link2 } from 'lucide-react'
import styles from './simulator.module.css'

interface LinkCardProps {
  title: string
  subtitle: string
  host: string
}

/** A link as a chat app draws it: where it is from, the title, the subtitle. */
export function LinkCard({ title, subtitle, host }: LinkCardProps) {
  return (
    <div className={styles['card']}>
      <span className={styles['cardImage']}>
        <Link2 size={18} aria-hidden />
      </span>
      <div className={styles['cardText']}>
        <span className={styles['cardHost']}>{host}</span>
        <strong data-empty={title === '' || undefined}>{title || 'No title'}</strong>
        <span className={styles['cardSubtitle']} data-empty={subtitle === '' || undefined}>
          {subtitle || 'No subtitle'}
        </span>
      </div>
    </div>
  )
}
