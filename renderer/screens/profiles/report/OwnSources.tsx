import { Button, SimpleGrid, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { sourceCategories, type OwnSources as Sources } from '../../../../contract/app/channels/sources.ts'
import { splitTags } from '../../../../contract/app/link/tagList.ts'
import { byName } from '../../../../contract/service/link/fields.ts'
import { useCall, useCallMutation } from '../../../api/useCall.ts'
import { applySources } from '../../../features/channels/useChannels.ts'
import { Fold } from '../../../ui/Fold.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'

const labels = { search: 'Search', shopping: 'Shopping', social: 'Social', video: 'Video' } as const

/** Edits the sources that the user adds to the categories of Google Analytics. */
export function OwnSources() {
  const { data } = useCall('channels.sources', {})
  return (
    <Fold title="Sources that Google added later">
      {data && <SourcesForm key={JSON.stringify(data)} saved={data.sources} />}
    </Fold>
  )
}

function SourcesForm({ saved }: { saved: Sources }) {
  const save = useCallMutation('channels.saveSources')
  const start = byName(sourceCategories, (category) => (saved[category] ?? []).join('\n'))
  const [texts, setTexts] = useState(start)
  const isChanged = sourceCategories.some((category) => texts[category] !== start[category])
  const submit = () => {
    const sources = byName(sourceCategories, (category) =>
      splitTags(texts[category]).tags.filter((source) => source.trim() !== ''),
    )
    save.mutate({ sources }, { onSuccess: () => applySources(sources) })
  }
  return (
    <>
      <Text c="dimmed" maw="var(--measure)">
        Google decides the channel of some links by their source, such as a social network. Add sources that
        its list of 2023 doesn’t have, one per line. They apply to all links of this app.
      </Text>
      <SimpleGrid cols={{ base: 2, md: 4 }} w="100%">
        {sourceCategories.map((category) => (
          <Textarea
            key={category}
            label={labels[category]}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            value={texts[category]}
            onChange={({ currentTarget: { value } }) => setTexts((all) => ({ ...all, [category]: value }))}
          />
        ))}
      </SimpleGrid>
      {save.error && <ProblemView problem={save.error.problem} />}
      <Button size="xs" disabled={!isChanged} loading={save.isPending} onClick={submit}>
        Save sources
      </Button>
    </>
  )
}
