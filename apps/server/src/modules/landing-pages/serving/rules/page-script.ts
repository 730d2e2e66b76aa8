/**
 * The script of published pages: it says where a visitor came from, counts down, and sends forms so that nothing is lost or
 * sent twice. Without it the links and forms of a page still work.
 */
export const pageScript = `(function(){
var d=document,start=Date.now(),query=new URLSearchParams(location.search),source=new URLSearchParams();
["utm_source","utm_medium","utm_campaign","utm_term","utm_content","gclid","gbraid","wbraid","fbclid","ctwa_clid","ldtag_cl"].forEach(function(name){
var value=query.get(name);if(value)source.set(name,value.slice(0,300))});
if(d.referrer)source.set("referrer",d.referrer.slice(0,300));
d.querySelectorAll("[data-go]").forEach(function(link){
var tail=source.toString();if(tail)link.href+="&"+tail});
function newId(){
if(window.crypto&&crypto.randomUUID)return crypto.randomUUID();
return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g,function(){return Math.floor(Math.random()*16).toString(16)})}
d.querySelectorAll("form[data-send]").forEach(function(form){
var id=newId(),busy=false;
form.addEventListener("submit",function(event){
event.preventDefault();if(busy)return;busy=true;
var button=form.querySelector("button"),label=button.textContent,old=form.querySelector(".problem");
if(old)old.remove();
button.textContent=button.dataset.busy;button.setAttribute("aria-busy","true");
var body=new URLSearchParams(new FormData(form));
body.set("entry",id);body.set("seconds",Math.round((Date.now()-start)/1000));
source.forEach(function(value,name){body.set(name,value)});
function show(text){
busy=false;button.textContent=label;button.removeAttribute("aria-busy");
var line=d.createElement("p");line.className="problem";line.setAttribute("role","alert");line.textContent=text;
form.insertBefore(line,button)}
function attempt(wait){
fetch(form.action,{method:"POST",body:body,headers:{accept:"application/json"}}).then(function(answer){
return answer.json().then(function(said){
if(answer.ok){
var done=d.createElement("p");done.className="lead";done.setAttribute("role","status");done.textContent=form.dataset.thanks;
form.replaceWith(done);done.scrollIntoView({block:"center"});return}
if(answer.status>=500)throw new Error("later");
show(said.message||form.dataset.failed)})}).catch(function(){
if(wait>32000)show(form.dataset.failed);else setTimeout(function(){attempt(wait*2)},wait)})}
attempt(1000)})});
d.querySelectorAll("[data-until]").forEach(function(clock){
var until=Date.parse(clock.dataset.until),after=clock.parentNode.querySelector("[data-after]");
function put(name,value){clock.querySelector('[data-part="'+name+'"]').textContent=String(value).padStart(2,"0")}
function tick(){
var left=Math.max(0,Math.floor((until-Date.now())/1000));
put("days",Math.floor(left/86400));put("hours",Math.floor(left/3600)%24);
put("minutes",Math.floor(left/60)%60);put("seconds",left%60);
if(left===0){clearInterval(timer);if(after){clock.hidden=true;after.hidden=false}}}
var timer=setInterval(tick,1000);tick()})
})();
`;
