import styles from './shared.module.css'

/** Lists the errors in a file of shared rules. */
export function FileErrors({ errors }: { errors: readonly string[] }) {
  return (
    <ul className={styles['errors']}>
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  )
}
