import { Notice } from '../../ui/notice.tsx';
import type { PageProps } from '../page.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { About } from './about.tsx';
import { Byline, ProjectHeader } from './header.tsx';
import { ImagePreview } from './tools/image-tool.tsx';
import { Stats } from './stats.tsx';
import { ManagedHead } from './managed-head.tsx';
import { Tools } from './tools/tools.tsx';

/** A project's page: About for everybody, Tools and Stats for those who manage it. */
export function ProjectPage({ data, frame }: PageProps<'project'>) {
  const { path, tab, tabs, published, withheld, tools, stats } = data;
  const { words } = useWords();
  const w = words.project;
  return (
    <>
      {tabs ? (
        <>
          <ManagedHead project={data} lang={data.reading?.parts.name} current={tab} title={data.title} />
          {tab === 'about' && <Byline data={data} />}
        </>
      ) : (
        <>
          <p class="back">
            <a href="/finder" data-back={data.id} data-results={w.results}>
              {w.all}
            </a>
          </p>
          <ProjectHeader data={data} />
        </>
      )}
      {/* Tools gives the editors' reason itself. */}
      {!published && !(data.turnedDown && tab === 'tools') && (
        <Unpublished path={path} isTurnedDown={data.turnedDown === true} />
      )}
      <Notice kind="fault" says={withheld && words.standing.withheld} />
      {data.preview && <ImagePreview image={data.preview} path={path} />}
      {tab === 'tools' && tools ? (
        <Tools tools={tools} head={data} published={published} frame={frame} />
      ) : tab === 'stats' && stats ? (
        <Stats stats={stats} path={path} />
      ) : (
        <About data={data} />
      )}
    </>
  );
}

function Unpublished({ path, isTurnedDown }: { path: string; isTurnedDown: boolean }) {
  const w = useWords().words.standing;
  return (
    <Notice kind={isTurnedDown ? 'fault' : 'note'}>
      <p>
        {isTurnedDown ? (
          <Said
            text={w.turnedDown}
            of={{
              history: <a href={`${path}/history`}>{w.history}</a>,
              edit: <a href={`${path}/edit`}>{w.edit}</a>,
            }}
          />
        ) : (
          w.unpublished
        )}
      </p>
    </Notice>
  );
}
