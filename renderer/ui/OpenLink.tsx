import { Button } from '@mantine/core'
import { ExternalLink } from 'lucide-react'

/** Opens a link in the browser of the system. The note stands beside it: a visit is counted. */
export function OpenLink({ link }: { link: string }) {
  return (
    <Button
      component="a"
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<ExternalLink size={15} aria-hidden />}
    >
      Open
    </Button>
  )
}
