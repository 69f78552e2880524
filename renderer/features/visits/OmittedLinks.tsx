import styles from './visits.module.css'

interface OmittedLinksProps {
  missing: number
  /** Whether the service was asked for the visits of all links. */
  wereAsked: boolean
}

/** Says how many links a comparison lacks, and why. Renders nothing if it has all. */
export function OmittedLinks({ missing, wereAsked }: OmittedLinksProps) {
  if (missing <= 0) return null
  return (
    <p className={styles['quiet']}>
      {missing === 1 ? 'One of the links is' : `${missing} of the links are`} not in the table:{' '}
      {wereAsked
        ? 'the service doesn’t report their visits, or no longer has the link.'
        : 'their visits couldn’t be loaded, or the service doesn’t report them.'}
    </p>
  )
}
