import { Library } from 'lucide-react'
import { Link } from 'wouter'
import { maxSearchLength } from '../../../contract/app/library/view.ts'
import { linksPath } from '../../session/routes.ts'
import { shorten } from '../../ui/shorten.ts'
import { SmallButton } from '../../ui/variants.ts'

/** Offers to search the library for text that isn't a link, such as a title. Renders nothing for longer texts. */
export function SearchLinks({ text }: { text: string }) {
  const search = text.trim()
  if (search.length > maxSearchLength || search.includes('\n')) return null
  return (
    <SmallButton component={Link} href={linksPath(search)} leftSection={<Library size={14} />}>
      Search your links for “{shorten(search, 40)}”
    </SmallButton>
  )
}
