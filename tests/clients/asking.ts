// Asks a running service through the client that openapi-typescript makes of the specification.
// What is typed wrongly does not compile; what is answered wrongly throws.

import createClient from "openapi-fetch";
import type { components, paths } from "./specification.js";

type Schemas = components["schemas"];

declare const process: { argv: string[] };

const url = process.argv[2] ?? "";
const client = createClient<paths>({ baseUrl: url });
const position = "BBB/B1W/WWW W";

function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

async function analysis(): Promise<void> {
  const { data, error } = await client.GET("/v1/analysis", {
    params: { query: { position, rules: "standard", nodes: 20000 } },
  });
  require(error === undefined && data !== undefined, "the analysis failed");
  const value: Schemas["Value"] = data.value;
  const proof: "proven" | "heuristic" | null = data.proof;
  const plies: number | undefined = data.distance?.plies;
  require(value === "win" && proof === "proven" && plies === 11, "another value");
  const first: string | undefined = data.lines[0]?.turns[0];
  require(first !== undefined, "no line");
}

async function forcedWin(): Promise<void> {
  const { data } = await client.GET("/v1/forced-win", { params: { query: { position: "start:3x3" } } });
  require(data?.value === "win", "not won");
  require(data.winning_turns.every((one) => one.routes_count >= 1), "a turn without routes");
}

async function problem(): Promise<void> {
  const { data, error } = await client.GET("/v1/moves", { params: { query: { position: "nonsense" } } });
  require(data === undefined && error !== undefined, "nonsense was read");
  const code: Schemas["ProblemCode"] = error.code;
  require(code === "unreadable-position", code);
  const pointer: string | undefined = error.errors?.[0]?.pointer;
  require(pointer === "/position", "no pointer");
}

async function batch(): Promise<void> {
  const { data } = await client.POST("/v1/batch", {
    body: {
      budget: { nodes: 10000 },
      questions: [
        { ask: "moves", position, limit: 1, distinct: true },
        { ask: "play", position, turn: "b1-b2A", rules: "standard" },
        { ask: "play", position, turn: "a1-a9" },
      ],
    },
  });
  require(data !== undefined, "the batch failed");
  const statuses: number[] = data.answers.map((item) => item.status);
  require(statuses.join() === "200,200,422", statuses.join());
  const answer = data.answers[1]?.answer;
  require(answer !== undefined && "after" in answer, "nothing was played");
  const side: Schemas["Colour"] = answer.after.side;
  require(side === "black", side);
}

const PUZZLE = `Rules: fliporona
Position: 4W/BWW2/W3B/4B/W1W1W B
Stipulation: Black to play and win in 1
`;

async function check(): Promise<void> {
  const inJson = await client.POST("/v1/puzzles/check", { body: { text: PUZZLE } });
  const verdict: Schemas["Soundness"] | undefined = inJson.data?.puzzles[0]?.verdict;
  require(verdict === "sound", `${verdict}`);
  const asText = await client.POST("/v1/puzzles/check", {
    body: PUZZLE,
    bodySerializer: (text) => text,
    headers: { "Content-Type": "text/plain" },
  });
  require(JSON.stringify(asText.data) === JSON.stringify(inJson.data), "another verdict");
  const uploaded = await client.POST("/v1/puzzles/check", {
    body: { file: PUZZLE },
    bodySerializer(body) {
      const form = new FormData();
      if (typeof body === "object" && "file" in body) form.append("file", new Blob([body.file]), "one.txt");
      return form;
    },
  });
  require(JSON.stringify(uploaded.data) === JSON.stringify(inJson.data), "another verdict");
}

async function stream(): Promise<void> {
  const { data } = await client.GET("/v1/analysis/stream", {
    params: { query: { position: "start:5x5", depth: 4 } },
    parseAs: "text",
  });
  require(data !== undefined, "no stream");
  const events = data.trim().split("\n").map((line): Schemas["AnalysisEvent"] => JSON.parse(line));
  const last = events.at(-1);
  require(last?.event === "answer", "no answer at the end");
  const value: Schemas["Value"] = last.value;
  require(value === "unknown", value);
  require(events.some((one) => one.event === "progress" && one.lines.length > 0), "no progress");
}

async function collection(): Promise<void> {
  const { data } = await client.GET("/v1/puzzles", { params: { query: { limit: 1 } } });
  const id: string | undefined = data?.puzzles[0]?.id;
  const following: string | null | undefined = data?.links.next;
  require(following === "/v1/puzzles?limit=1&offset=1", `${following}`);
  require(id !== undefined, "no puzzles");
  const whole = await client.GET("/v1/puzzles/{id}", { params: { path: { id } } });
  const hint: string | null | undefined = whole.data?.hint;
  require(hint !== undefined, "no such puzzle");
}

function misspelt(): unknown[] {
  return [
    // @ts-expect-error: the name of a parameter
    () => client.GET("/v1/moves", { params: { query: { positions: position } } }),
    // @ts-expect-error: no such theme
    () => client.GET("/v1/diagram.svg", { params: { query: { position, theme: "purple" } } }),
    // @ts-expect-error: no such question
    () => client.POST("/v1/batch", { body: { questions: [{ ask: "moved", position }] } }),
    // @ts-expect-error: a colour is no value
    (answer: Schemas["Analysis"]) => answer.value === "white",
  ];
}

for (const ask of [analysis, forcedWin, problem, batch, check, stream, collection]) await ask();
require(misspelt().length === 4, "what does not compile");
