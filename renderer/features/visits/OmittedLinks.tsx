import { Text } from '@mantine/core'

interface OmittedLinksProps {
  missing: number
  /** Whether the service was asked for the visits of all links. */
  wereAsked: boolean
}

/** Says how many links a comparison lacks, and why. Renders nothing if it has all. */
export function OmittedLinks({ missing, wereAsked }: OmittedLinksProps) {
  if (missing <= 0) return null
  return (
    <Text c="dimmed" fz="sm">
      {missing === 1 ? 'One of the links is' : `${missing} of the links are`} not in the table:{' '}
      {wereAsked
        ? 'the service doesn’t report their visits, or no longer has the link.'
        : 'their visits couldn’t be loaded, or the service doesn’t report them.'}
    </Text>
  )
}
