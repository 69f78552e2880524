import { Button } from '@mantine/core'
import { ExternalLink } from 'lucide-react'

const anchor = { component: 'a', target: '_blank', rel: 'noopener noreferrer' } as const

/** Opens a link in the browser of the system. That counts as a visit, which is for its place to say. */
export function OpenLink({ link }: { link: string }) {
  return (
    <Button {...anchor} href={link} variant="default" leftSection={<ExternalLink size={15} aria-hidden />}>
      Open
    </Button>
  )
}
