import { Stack } from '@mantine/core'
import { Search, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation, useParams } from 'wouter'
import type { LinkPath } from '../../../contract/service/address/linkAddress.ts'
import { findLinks } from '../../../contract/service/address/pastedLinks.ts'
import { maxSearchLength } from '../../../contract/app/library/view.ts'
import { findPath, windowPaths, type LookupContext } from '../../../contract/app/window/windowPath.ts'
import { parseLookupContext, parseSearchText } from '../../session/routes.ts'
import { Callout } from '../../ui/Callout.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { FindField } from './FindField.tsx'
import { LibraryLinks } from './LibraryLinks.tsx'
import { ManyLinks } from './many/ManyLinks.tsx'
import { OneLink } from './OneLink.tsx'
import { SearchLinks } from './SearchLinks.tsx'
import { usePastedInput } from './usePastedInput.ts'
import { toSearchText } from '../../link/searchText.ts'
import styles from './find.module.css'

/** Shows one field that accepts anything with links, and explains them. */
export default function FindScreen() {
  const parameters = useParams<{
    text?: string
    profile?: string
    environment?: string
  }>()
  const text = parseSearchText(parameters.text ?? '')
  const { links } = useMemo(() => findLinks(text), [text])
  const [, go] = useLocation()
  const find = (pasted: string) => {
    const search = toSearchText(pasted)
    go(search.text === '' ? windowPaths.find : findPath(search.text), { state: search.omitted })
  }
  const { problem, reading, readPicture, isOver } = usePastedInput(text, find)
  return (
    <Stack
      className={styles['screen'] ?? ''}
      gap={20}
      px="var(--gutter)"
      pt="lg"
      pb={40}
      data-dropping={isOver || undefined}
    >
      <FindField searchText={text} find={find} readPicture={readPicture} />
      {reading && <Loading label={reading} />}
      {problem && <ProblemView problem={problem} />}
      {text === '' ? (
        !problem &&
        !reading && (
          <>
            <LibraryLinks title="Recent links" search="" />
            <Invitation />
          </>
        )
      ) : (
        <Results text={text} links={links} chosenContext={parseLookupContext(parameters)} />
      )}
    </Stack>
  )
}

function Invitation() {
  return (
    <Empty icon={Search} title="What does this link do?">
      Paste a link, its last part, a whole email, or a list of links. You’ll see what each one is, where it
      sends each visitor, and everything the service has stored. A picture of a QR code works too: paste it,
      or drop it here.
    </Empty>
  )
}

/** Shows the links of the library that a text may mean, because it has no link: a title, for example. */
function NoLink({ text }: { text: string }) {
  const search = text.trim().slice(0, maxSearchLength)
  return (
    <>
      <Callout
        tone="quiet"
        icon={SearchX}
        role="status"
        title="There’s no link in this text"
        actions={<SearchLinks text={text} />}
      >
        <p>Nothing was sent to a service.</p>
      </Callout>
      <LibraryLinks title="In your library" search={search} />
    </>
  )
}

interface ResultsProps {
  text: string
  links: readonly LinkPath[]
  chosenContext: LookupContext | null
}

function Results({ text, links, chosenContext }: ResultsProps) {
  const [link, second] = links
  if (!link) return <NoLink text={text} />
  if (second) return <ManyLinks links={links} chosenContext={chosenContext} />
  return <OneLink text={text} link={link} chosenContext={chosenContext} />
}
