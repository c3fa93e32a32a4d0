// One visit to the panel: from a request to a page, with every check that must pass before a page runs its own code. Reading order:
// panelEndpoint -> visitor -> store -> permission -> form -> the page's own work -> refusal as a page.
import { timingSafeEqual } from "node:crypto";
import { type Environment, environments } from "../../domain/environment.js";
import { hasPermission, type PanelPermission } from "../../domain/panel-permissions.js";
import { Refusal } from "../../domain/refusal.js";
import { mustSetUpSecondFactor } from "../../flows/second-factor-policy.js";
import { type StoreView, viewOf } from "../../flows/stores/change-store.js";
import { newFormMark } from "../../flows/use-form-once.js";
import { currentContext } from "../../outbound/call-context.js";
import type { Call, Endpoint } from "../call.js";
import { html } from "../html.js";
import { seeOther } from "../page-headers.js";
import { readForm } from "../read-body.js";
import { countBadges } from "./badges.js";
import { pageAfterSwitch, readMode } from "./mode.js";
import type { PageFrame } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { readUpload, type UploadedFile } from "./read-upload.js";
import { requireSameOrigin } from "./same-origin.js";
import { sendProblem } from "./send-problem.js";
import type { FindVisitor, Visitor } from "./visitor.js";

export interface Visit {
  call: Call;
  visitor: Visitor;
  /** The fields of a form; empty on a GET. */
  form: Record<string, string>;
  /** The uploaded file, when the form has one. */
  upload: UploadedFile | undefined;
  /** The name recorded in the audit log. */
  actor: string;
  /** Path of a page of the panel, prefix included. */
  path(below: string): string;
  may(permission: PanelPermission): boolean;
  /** The hidden fields that each form must contain. */
  formGuard(): ReturnType<typeof html>;
  /** The layout around the page's own content. */
  frame: PageFrame;
}

export interface StoreVisit extends Visit {
  store: StoreView;
  /** Whether lists and figures show live or test payments. A form with a field `mode` keeps the mode of the page that it was on. */
  mode: Environment;
  /** Path of a page of this store, prefix included. */
  storePath(below: string): string;
}

export interface PanelContext {
  dependencies: PanelDependencies;
  findVisitor: FindVisitor;
}

/** The text for what was just done, by the word in the page's query; undefined when the query has none of the words. */
export function doneText({ call }: Visit, texts: Readonly<Record<string, string>>): string | undefined {
  const { done = "" } = call.query;
  return Object.hasOwn(texts, done) ? texts[done] : undefined;
}

interface PanelPage<Kind extends Visit> {
  method: "GET" | "POST";
  /** Relative to `/panel`. */
  path: string;
  permission?: PanelPermission;
  /** The form uploads a file of at most this many bytes. */
  fileMaxBytes?: number;
  work(visit: Kind): Promise<void> | void;
}

/** A page for every signed-in user. */
export function panelPage(context: PanelContext, page: PanelPage<Visit>): Endpoint {
  return pageEndpoint(context, page, async (call) => {
    const visit = await openVisit(context, call);
    await frameOwnStore(context, visit);
    if (!openWithoutSecondFactor.test(page.path) && (await isHeldForSecondFactor(context, visit))) return;
    requirePermission(visit, page.permission);
    await readPanelForm(context, visit, page.fileMaxBytes);
    await page.work(visit);
  });
}

/** The navigation of a page that is not about a store, such as Account, is that of the user's own store. */
async function frameOwnStore({ dependencies }: PanelContext, { call, frame, visitor }: Visit): Promise<void> {
  const { merchantId } = visitor;
  if (merchantId === undefined) return;
  const store = await dependencies.storage.read((records) => records.stores.find(merchantId));
  if (store === undefined) return;
  frame.store = viewOf(store);
  const mode = await readMode(dependencies, call, frame.store);
  frame.badges = await countBadges(dependencies, merchantId, mode);
}

/**
 * A page of one store, at `/panel/stores/:merchantId` and the given path: for its own users and for operators; for others it does not
 * exist.
 */
export function storePage(context: PanelContext, page: PanelPage<StoreVisit>): Endpoint {
  const path = `/stores/:merchantId${page.path}`;
  return pageEndpoint(context, { ...page, path }, async (call) => {
    const visit = await openVisit(context, call);
    if (await isHeldForSecondFactor(context, visit)) return;
    const wanted = call.params.merchantId ?? "";
    const store =
      visit.may("stores:all") || visit.visitor.merchantId === wanted
        ? await context.dependencies.storage.read((records) => records.stores.find(wanted))
        : undefined;
    if (store === undefined) throw new Refusal("STORE_NOT_FOUND");
    call.merchantId = store.merchantId;
    const view = viewOf(store);
    const mode = await readMode(context.dependencies, call, view);
    const storeVisit: StoreVisit = {
      ...visit,
      store: view,
      mode,
      storePath: (below) => visit.path(`/stores/${encodeURIComponent(store.merchantId)}${below}`),
    };
    storeVisit.frame.store = view;
    await showMode(context, storeVisit, page.path);
    requirePermission(storeVisit, page.permission);
    await readPanelForm(context, storeVisit, page.fileMaxBytes);
    const sentMode = environments.find((word) => word === storeVisit.form.mode);
    if (sentMode !== undefined && sentMode !== mode) {
      storeVisit.mode = sentMode;
      await showMode(context, storeVisit, page.path);
    }
    await page.work(storeVisit);
  });
}

async function showMode({ dependencies }: PanelContext, visit: StoreVisit, pagePath: string): Promise<void> {
  const { call, frame, mode, visitor } = visit;
  const { merchantId } = visit.store;
  if (dependencies.environments.length > 1) {
    const next = pageAfterSwitch(`/panel/stores/${encodeURIComponent(merchantId)}${pathOf(pagePath, call)}`);
    frame.modeSwitch = { mode, next, csrfToken: visitor.csrfToken };
  }
  frame.badges = await countBadges(dependencies, merchantId, mode);
}

/**
 * The page's own path with its parameters. The page that a form was sent from is not known; the switch then leads to the store's overview.
 */
function pathOf(pattern: string, { ctx, params }: Call): string {
  if (ctx.method !== "GET") return "/overview";
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** The frames of visits in progress, so that a refusal is rendered inside the panel for signed-in users. */
const openFrames = new WeakMap<Call, PageFrame>();

function pageEndpoint(
  { dependencies }: PanelContext,
  { method, path }: { method: "GET" | "POST"; path: string },
  step: (call: Call) => Promise<void>,
): Endpoint {
  return {
    method,
    path: `/panel${path}`,
    operation: undefined,
    steps: [step],
    sendRefusalPage: (call, refusal) => sendProblem(dependencies, call, refusal, openFrames.get(call)),
  };
}

async function openVisit({ dependencies, findVisitor }: PanelContext, call: Call): Promise<Visit> {
  const visitor = await findVisitor(call);
  if (visitor === undefined) throw new Refusal("SESSION_REQUIRED");
  const origin = currentContext();
  if (origin !== undefined) origin.actorKind = visitor.signedIn === undefined ? "host_user" : "user";
  const path = (below: string) => `${dependencies.links.basePath}/panel${below}`;
  const frame: PageFrame = { links: dependencies.links, visitor, store: undefined };
  openFrames.set(call, frame);
  return {
    call,
    visitor,
    form: {},
    upload: undefined,
    actor: visitor.email,
    path,
    may: (permission) => hasPermission(visitor.role, permission),
    formGuard: () => html`
      <input type="hidden" name="csrf" value="${visitor.csrfToken}">
      <input type="hidden" name="mark" value="${newFormMark(dependencies)}">`,
    frame,
  };
}

/** Pages open to users who still have to set up a required second factor. */
const openWithoutSecondFactor = /^\/(?:account(?:\/|$)|sign-out)/;

/** True when the visitor was redirected to set one up. */
async function isHeldForSecondFactor({ dependencies }: PanelContext, { call, visitor, path }: Visit): Promise<boolean> {
  const { signedIn } = visitor;
  if (signedIn === undefined || !(await mustSetUpSecondFactor(dependencies, signedIn.user))) return false;
  seeOther(call.ctx, path("/account/second-factor"));
  return true;
}

function requirePermission(visit: Visit, permission: PanelPermission | undefined): void {
  if (permission === undefined || visit.may(permission)) return;
  const { role } = visit.visitor;
  const message = hasPermission("owner", permission)
    ? `Your role, ${role}, does not allow this. An owner of the store can do it, or change your role.`
    : `Your role, ${role}, does not allow this. Only an operator of this service can do it.`;
  throw new Refusal("SCOPE_MISSING", { message });
}

/** @throws Refusal CSRF_FAILED unless the form comes from a page of the service that was rendered for this visitor. */
async function readPanelForm(
  { dependencies }: PanelContext,
  visit: Visit,
  fileMaxBytes: number | undefined,
): Promise<void> {
  const { call } = visit;
  if (call.ctx.method !== "POST") return;
  requireSameOrigin(call, dependencies.links.baseUrl);
  if (fileMaxBytes !== undefined) {
    const { fields, file } = await readUpload(call, fileMaxBytes);
    visit.form = fields;
    visit.upload = file;
  } else visit.form = await readForm(call);
  const given = Buffer.from(visit.form.csrf ?? "");
  const expected = Buffer.from(visit.visitor.csrfToken);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Refusal("CSRF_FAILED", {
      message: "This form is from an earlier session: nothing was done. Open the page again, then repeat it.",
    });
  }
}
