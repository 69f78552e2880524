import styles from './brand.module.css'

/** Shows the logo: two interlocking hooks. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className={styles['mark']}>
      <rect width="32" height="32" rx="8" />
      <path d="M9 8.5v11a4 4 0 0 0 4 4h4" />
      <path d="M23 23.5v-11a4 4 0 0 0-4-4h-4" opacity="0.72" />
    </svg>
  )
}

/** Shows the logo and the app's name. */
export function Brand() {
  return (
    <div className={styles['brand']}>
      <Mark />
      <span>Linkwright</span>
    </div>
  )
}
